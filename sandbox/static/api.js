// What the page asks the sandbox for. Every call answers with JSON; a refusal becomes an Error with its sentence.

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

// listen calls onChange for every change and onLost when the sandbox cannot be reached.
export function listen(onChange, onLost) {
  const source = new EventSource("/sandbox/events");
  source.addEventListener("change", (event) => onChange(JSON.parse(event.data)));
  source.addEventListener("error", onLost);
}
