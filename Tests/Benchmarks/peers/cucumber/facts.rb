# The facts screen in Ruby, as small as the one in Swift, and its steps.

require "json"
require "time"

NOW = Time.utc(2021, 9, 27, 12, 7, 24)

class NotConnected < StandardError; end

class FakeServer
  attr_reader :requests

  def initialize
    @requests = []
  end

  def answers(file, after)
    @delay = after / 1000.0
    @body = File.read(File.join(__dir__, file), encoding: "UTF-8")
  end

  def fails(after)
    @delay = after / 1000.0
    @body = nil
  end

  def send_request(request)
    @requests << request
    sleep @delay if @delay > 0
    raise NotConnected if @body.nil?
    @body
  end
end

class FactsService
  def initialize(server)
    @server = server
  end

  def load
    fact = JSON.parse(@server.send_request("GET https://info-example.com/get_info"))
    fact["creationDate"] = Time.iso8601(fact["creationDate"] + "Z")
    fact
  end
end

def time_ago(date, now)
  seconds = now - date
  { "day" => 86_400, "hour" => 3600, "minute" => 60, "second" => 1 }.each do |unit, length|
    next unless seconds >= length || unit == "second"
    count = (seconds / length).floor
    return "#{count} #{unit}#{count == 1 ? '' : 's'} ago"
  end
end

class FactsScreen
  attr_reader :shown, :alerts, :opened, :server

  def initialize
    @shown, @alerts, @opened = [], [], []
    @server = FakeServer.new
    @service = FactsService.new(@server)
  end

  def start
    show "initial"
  end

  def show(state, text = nil, ago = nil)
    @shown << [state, text, ago]
  end

  def tap_button(label)
    case label
    when "Load a useful fact" then load_fact
    when "Show details" then @opened << @fact["identifier"] if @fact
    else raise "no button #{label}"
    end
  end

  def load_fact
    show "loading"
    @fact = @service.load
    show "info", @fact["infoText"], time_ago(@fact["creationDate"], NOW)
  rescue NotConnected
    show "initial"
    @alerts << "The fact could not be loaded"
  end
end

def check(condition)
  raise "not as expected" unless condition
end

Before { @screen = FactsScreen.new }

Given(/^the server answers with the file "([^"]*)" after (\d+) ms$/) do |file, ms|
  @screen.server.answers(file, ms.to_i)
end
Given(/^the server fails with "not connected to the internet" after (\d+) ms$/) do |ms|
  @screen.server.fails(ms.to_i)
end
When(/^the screen appears$/) { @screen.start }
When(/^the reader taps "([^"]*)"$/) { |label| @screen.tap_button(label) }
Then(/^the screen shows state "([^"]*)"$/) { |state| check(@screen.shown.last[0] == state) }
Then(/^the screen shows a fact with "([^"]*)" from "([^"]*)"$/) do |text, ago|
  shown = @screen.shown.last
  check(shown[0] == "info" && shown[1].include?(text) && shown[2] == ago)
end
Then(/^the screen shows the alert "([^"]*)" over state "([^"]*)"$/) do |alert, state|
  check(@screen.alerts.last == alert && @screen.shown.last[0] == state)
end
Then(/^the screen showed "([^"]*)"$/) do |states|
  check(@screen.shown.map(&:first) == states.split(", "))
end
Then(/^the screen was updated (\d+) times$/) { |count| check(@screen.shown.size == count.to_i) }
Then(/^(\d+) requests were sent$/) { |count| check(@screen.server.requests.size == count.to_i) }
Then(/^no error alert was shown$/) { check(@screen.alerts.empty?) }
Then(/^(\d+) error alerts were shown$/) { |count| check(@screen.alerts.size == count.to_i) }
Then(/^the details screen opened for fact (\d+)$/) do |identifier|
  check(@screen.opened == [identifier.to_i])
end
