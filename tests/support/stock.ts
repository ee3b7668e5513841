import { look } from './databases.ts'

type Running = Parameters<typeof look>[0]

/** What is left of a product or form on a running site; undefined if it is not counted. */
export const leftOn = (site: Running, saleItem: string) =>
  look(site, async (db) => {
    const row = await db.selectFrom('stock').select('count').where('saleItem', '=', saleItem).executeTakeFirst()
    return row?.count
  })
