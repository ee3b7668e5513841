import { emailNames } from '#content/pages/admin-mail.ts'

/** A kind that only an older release knew is shown by its stored name. */
export function emailTitle(kind: string) {
  const name = new Map(Object.entries(emailNames)).get(kind) ?? kind
  return name.charAt(0).toUpperCase() + name.slice(1)
}
