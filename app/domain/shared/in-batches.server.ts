import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'

/** Repeats `step` until it handles fewer than `size` rows, each time in a short transaction, since pages wait for it. */
export async function inBatches(
  { transaction }: Pick<Database, 'transaction'>,
  size: number,
  step: (tx: Tx) => Promise<number>,
) {
  for (let count = size; count === size;) {
    count = await transaction(step)
    await new Promise(setImmediate)
  }
}
