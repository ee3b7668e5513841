/** `path` with the parameters that have a value. */
export function withQuery(path: string, parameters: Record<string, string | number | undefined>) {
  const given = Object.entries(parameters).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}
