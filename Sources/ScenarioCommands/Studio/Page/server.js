// Requests to the server. The token is in the session storage of this tab: cookies reach every port.

const session = { token: sessionStorage.getItem("token"), folder: "", isReadOnly: false };

/** Exchanges the code of the address for a token, and removes it from the address. */
async function enter() {
  const code = location.hash.slice(1);
  if (/^[0-9a-f]{32}$/.test(code)) {
    history.replaceState(null, "", location.pathname);
    const { token } = await ask("/session", { code });
    session.token = token;
    sessionStorage.setItem("token", token);
  }
  if (!session.token) throw new Error(said`Open the address that the terminal shows.`);
}

/** Returns the server's answer. An error has the answer, and its message is for the user. */
async function ask(path, request) {
  const headers = { "Content-Type": "application/json" };
  if (session.token) headers["Studio-Token"] = session.token;
  let response;
  try { response = await fetch(path, { method: "POST", headers, body: JSON.stringify(request) }); }
  catch { throw new Error(said`The studio has ended. Start it again; what you typed is kept.`); }
  const answer = await response.json();
  if (response.ok) return answer;
  const error = new Error(sentence(answer.error));
  error.answer = answer;
  throw error;
}

/** Returns a message as a sentence. */
function sentence(text) { return text[0].toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : "."); }

const statusLine = document.getElementById("status");
let reportedAt = 0;
// An error stays, and may cover something.
statusLine.onclick = () => report("");

/** Says something at the lower edge of the page, which screen readers read. */
function report(text, isError = false, ...more) {
  statusLine.replaceChildren(text, ...more);
  statusLine.classList.toggle("failed", isError);
  reportedAt = Date.now();
  if (!isError && text) setTimeout(() => { if (Date.now() - reportedAt >= 4900) report(""); }, 5000);
}

/** Says that something has changed, with a button that takes it back. */
function reportChange(text) {
  report(text, false, " ", make("button.plain", { onclick: () => undo(editor.done, editor.undone) }, said`Undo`));
}

/** Calls a function that may fail, and says why. */
async function trying(work) {
  try { return await work(); } catch (error) {
    report(error.message, true);
    return null;
  }
}
