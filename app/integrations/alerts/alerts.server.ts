/** One check of a site that turned red, or green again. `at`: epoch milliseconds. */
export type Alert = { check: string; state: 'red' | 'green'; says: string; at: number }

const patienceMs = 10_000

/** Posts an alert to the operator's own address as JSON. Throws when it was not taken. */
export function createAlerts({ url, site }: { url: string | undefined; site: string }) {
  return async function postAlert({ check, state, says, at }: Alert) {
    if (!url) return
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      // `text` as well: it is what most chat services show.
      body: JSON.stringify({ site, check, state, text: `${site}: ${says}`, at: new Date(at).toISOString() }),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the service at ALERT_URL answered ${response.status}`)
  }
}
