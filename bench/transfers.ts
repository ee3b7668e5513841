import type { Page } from '@playwright/test'

/** `wire` counts head and body as they travelled, `body` the (compressed) body alone. */
export type Transfer = { url: string; type: string; wire: number; body: number }

/** Fills the list that it answers with every transfer of the page that ends from now on. */
export async function watchTransfers(page: Page) {
  const transfers: Transfer[] = []
  const under = new Map<string, { url: string; type: string; bodies: number }>()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    const { pathname } = new URL(response.url)
    under.set(requestId, { url: pathname, type, bodies: 0 })
  })
  devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const started = under.get(requestId)
    if (started) started.bodies += encodedDataLength
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const started = under.get(requestId)
    if (started) transfers.push({ url: started.url, type: started.type, wire: encodedDataLength, body: started.bodies })
  })
  return transfers
}
