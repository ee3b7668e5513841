import { emailNames } from '#content/pages/admin-mail.ts'

/** What a kind of email is called; one of an older version goes by the name it is stored with. */
export function emailTitle(kind: string) {
  const name = new Map(Object.entries(emailNames)).get(kind) ?? kind
  return name.charAt(0).toUpperCase() + name.slice(1)
}
