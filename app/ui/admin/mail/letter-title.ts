import { letterNames } from '#content/pages/admin-mail.ts'

/** What a kind of letter is called; one of an older version goes by the name it is stored with. */
export function letterTitle(kind: string) {
  const name = new Map(Object.entries(letterNames)).get(kind) ?? kind
  return name.charAt(0).toUpperCase() + name.slice(1)
}
