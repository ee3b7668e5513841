import { createObjectStore } from '#app/integrations/object-store/object-store.server.ts'
import { createKeyPair } from '#app/vault/age.server.ts'
import { startObjectStore } from '#tests/support/object-store.ts'

export type CopyPlace = Awaited<ReturnType<typeof openCopyPlace>>

/** A place for a continuous copy that outlives every server, with the settings that name it. */
export async function openCopyPlace() {
  const { settings, stop } = await startObjectStore()
  const { identity, recipient } = await createKeyPair()
  const { COPY_URL: url, COPY_ACCESS_KEY: accessKey, COPY_SECRET_KEY: secretKey } = settings
  return {
    settings: { ...settings, COPY_RECIPIENT: recipient },
    store: createObjectStore({ url, accessKey, secretKey }),
    identity,
    stop,
  }
}
