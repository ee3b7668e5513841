import type { Db, Tx } from '#app/database/tables.ts'

// What a health reader chose at a merge: whoever proves the address of a record may also open another record. A merge by
// itself opens nothing, so separating the records or taking the merge back ends all of it.

/** The records that these open, as long as they are the same person's. */
export async function listOpenings(db: Db, records: readonly { id: string }[]) {
  if (records.length === 0) return new Set<string>()
  const rows = await db
    .selectFrom('patientOpenings')
    .select('opensId')
    .where(
      'recordId',
      'in',
      records.map(({ id }) => id),
    )
    .execute()
  return new Set(rows.map(({ opensId }) => opensId))
}

type Sides = readonly (readonly { id: string }[])[]

/** Each chosen record opens those of the other people of the merge. Returns the chosen ones. */
export async function addOpenings(
  tx: Tx,
  { changeId, people, chosen }: { changeId: string; people: Sides; chosen: readonly string[] },
) {
  const rows = people.flatMap((own) =>
    own
      .filter(({ id }) => chosen.includes(id))
      .flatMap(({ id }) =>
        people
          .filter((other) => other !== own)
          .flat()
          .map((other) => ({ changeId, recordId: id, opensId: other.id })),
      ),
  )
  if (rows.length > 0) await tx.insertInto('patientOpenings').values(rows).execute()
  return new Set(rows.map(({ recordId }) => recordId))
}

export const endOpeningsOf = (tx: Tx, changeId: string) =>
  tx.deleteFrom('patientOpenings').where('changeId', '=', changeId).execute()

/** Those from a record and to it. */
export const endOpenings = (tx: Tx, recordId: string) =>
  tx
    .deleteFrom('patientOpenings')
    .where((row) => row.or([row('recordId', '=', recordId), row('opensId', '=', recordId)]))
    .execute()
