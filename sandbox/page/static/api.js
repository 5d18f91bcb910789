// Requests to the sandbox. Every call returns JSON; a refusal is thrown as an Error with the sandbox's message.

async function read(response) {
  const body = await response.json();
  if (!response.ok) throw new Error(body.error ?? response.statusText);
  return body;
}

export async function get(path, query = {}) {
  return read(await fetch(`/sandbox/${path}?${new URLSearchParams(query)}`));
}

export async function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  return read(await fetch(`/sandbox/${path}`, { method: "POST", headers, body: JSON.stringify(body) }));
}

const MOST_BYTES = 10 << 20; // Discord's limit for a file

// attach uploads a file for one of a user's commands or forms, and returns its ID.
export async function attach(user, file) {
  if (file.size > MOST_BYTES) throw new Error(`${file.name} is larger than 10 MiB`);
  const data = await new Promise((done, fail) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => done(reader.result.split(",")[1] ?? ""));
    reader.addEventListener("error", () => fail(new Error(`${file.name} could not be read`)));
    reader.readAsDataURL(file);
  });
  return (await post("attach", { user, name: file.name, data })).id;
}

// listen keeps a WebSocket open. onChange gets every change; onLost is called whenever the sandbox cannot be reached.
export function listen(onChange, onLost) {
  let wait = 250;
  const open = () => {
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/sandbox/live`);
    socket.addEventListener("message", (event) => { wait = 250; onChange(JSON.parse(event.data)); });
    socket.addEventListener("close", () => {
      onLost();
      setTimeout(open, wait);
      wait = Math.min(wait * 2, 5000);
    });
  };
  open();
}
