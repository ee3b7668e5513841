import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'

/** For data that the library encrypted. */
export const reEncrypt = async (data: string, { from, to }: { from: string; to: string }) =>
  symmetricEncrypt({ key: to, data: await symmetricDecrypt({ key: from, data }) })
