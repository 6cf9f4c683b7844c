/// An encoder or decoder whose bytes do not describe themselves.
package protocol BinaryCoding {}
