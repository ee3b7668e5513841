// How objects of the continuous copy are named. An epoch begins with each start of the website, and after whatever its
// changes cannot show. Within it, changes are numbered from 1 without a gap; a base is the database as it was after a
// number of changes:
//   keys                          record keys, overwritten
//   epochs/00000007/0000000000-base
//   epochs/00000007/0000000001-changes

export const keysName = 'keys'
export const epochsPrefix = 'epochs/'

export type CopyObject = { key: string; epoch: number; sequence: number; kind: 'base' | 'changes' }

export const epochPrefix = (epoch: number) => `${epochsPrefix}${String(epoch).padStart(8, '0')}/`

export const toName = (epoch: number, sequence: number, kind: CopyObject['kind']) =>
  `${epochPrefix(epoch)}${String(sequence).padStart(10, '0')}-${kind}`

/** Undefined for an object that is not ours. */
export function parseName(key: string): CopyObject | undefined {
  const [, epoch, sequence, kind] = /^epochs\/(\d{8})\/(\d{10})-(base|changes)$/.exec(key) ?? []
  if (kind === undefined) return undefined
  return { key, epoch: Number(epoch), sequence: Number(sequence), kind: kind as CopyObject['kind'] }
}

/** Every base, the newest first. */
export const listBases = (objects: CopyObject[]) =>
  objects
    .filter(({ kind }) => kind === 'base')
    .toSorted((one, other) => other.epoch - one.epoch || other.sequence - one.sequence)

/** What no restore needs: everything before the last two bases. With two, a bad newest one loses nothing. */
export function findObsolete(objects: CopyObject[]) {
  const oldest = listBases(objects)[1]
  if (!oldest) return []
  return objects.filter(
    ({ epoch, sequence, kind }) =>
      epoch < oldest.epoch ||
      (epoch === oldest.epoch && (sequence < oldest.sequence || (sequence === oldest.sequence && kind === 'changes'))),
  )
}

/** The changes that follow a base without a gap, and the one that is missing if others come after it. */
export function findChangesAfter({ epoch, sequence }: CopyObject, objects: CopyObject[]): CopyObject[] {
  const all = objects.filter((one) => one.kind === 'changes' && one.epoch === epoch && one.sequence > sequence)
  const sorted = all.toSorted((one, other) => one.sequence - other.sequence)
  const next = sorted.filter((one, index) => one.sequence === sequence + 1 + index)
  const missing = toName(epoch, sequence + 1 + next.length, 'changes')
  return next.length === sorted.length ? next : [...next, parseName(missing)!]
}
