import type { Erasure } from '#app/database/backups/erasure.ts'
import type { Person } from '#app/domain/shared/person.ts'
import type { Signer } from '#app/vault/signing.server.ts'

export const erasedEmail = 'erased email'
export const erasedPhone = 'erased phone'

export const fingerprintPerson = (
  signer: Pick<Signer, 'fingerprint'>,
  { email, phoneDigits }: Person,
): Pick<Erasure, 'email' | 'phone'> => ({
  ...(email && { email: signer.fingerprint(erasedEmail, email) }),
  ...(phoneDigits && { phone: signer.fingerprint(erasedPhone, phoneDigits) }),
})
