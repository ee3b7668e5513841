import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'

/** What the library encrypted with one secret, encrypted with another. */
export const reEncrypt = async (data: string, { from, to }: { from: string; to: string }) =>
  symmetricEncrypt({ key: to, data: await symmetricDecrypt({ key: from, data }) })
