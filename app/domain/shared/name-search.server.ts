import { type Expression, sql, type SqlBool } from 'kysely'
import { escapeLike } from './search-text.server.ts'

/** Whether a word of a name or another text begins with the text. SQLite lowercases only ASCII, so it also matches as typed. */
export function hasWordWith(name: Expression<string | null>, text: string) {
  const [typed, lower] = [text, text.toLowerCase()].map((one) => `${escapeLike(one)}%`)
  return sql<SqlBool>`(
    lower(${name}) like ${lower} escape '\\'
    or lower(${name}) like ${`% ${lower}`} escape '\\'
    or ${name} like ${typed} escape '\\'
    or ${name} like ${`% ${typed}`} escape '\\'
  )`
}
