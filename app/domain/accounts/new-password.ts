import { leastForAdmin, leastForVisitors, passwordProblem } from './password-rules.ts'

/** What is wrong with somebody's new password, as a sentence. A second factor makes up for a shorter one. */
export function newPasswordProblem(
  password: string,
  { email, name, hasSecondFactor }: { email: string; name: string; hasSecondFactor: boolean },
  { adminEmail, clinicName }: { adminEmail: string; clinicName: string },
) {
  const least = email === adminEmail && !hasSecondFactor ? leastForAdmin : leastForVisitors
  return passwordProblem(password, { least, about: [email, name, clinicName] })
}
