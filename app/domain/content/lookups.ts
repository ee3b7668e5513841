import { isSitePath } from '#app/domain/markdown/addresses.ts'
import { listAddresses } from '#app/domain/markdown/parse.ts'
import type { Leaf, Place } from './content-schema.ts'
import { type FindPicture, listPictures } from './shown-pictures.ts'

/** What the rules of a field don't know: what the library has, and which pages the website has. */
export type Lookups = {
  findPicture: FindPicture
  /** Of an address without query and anchor. */
  hasPage: (path: string) => boolean
}

type Missing = { kind: 'picture' } | { kind: 'page'; path: string }

/** The first picture or page that a field names and that isn't there. */
export function findMissing({ field, value }: Pick<Place, 'field' | 'value'>, lookups: Lookups): Missing | undefined {
  if (listPictures(field, value).some((id) => !lookups.findPicture(id))) return { kind: 'picture' }
  const path = listSitePaths(field, value).find((path) => !lookups.hasPage(path))
  return path === undefined ? undefined : { kind: 'page', path }
}

export const noPage = (path: string) => `There’s no page at ${path}.`

function listSitePaths({ kind }: Leaf, value: string) {
  const addresses = kind === 'markdown' ? listAddresses(value).links : kind === 'address' ? [value] : []
  // Where a fact of the clinic stands in an address, it leads elsewhere.
  return addresses.filter((address) => isSitePath(address) && !/[{}]/.test(address)).map(toPath)
}

const toPath = (address: string) => address.replace(/[?#].*$/, '')
