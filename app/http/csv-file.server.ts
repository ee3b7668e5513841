import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { csvBeginning, csvLines } from '#app/domain/shared/csv.ts'

type Row = Parameters<typeof csvLines>[0][number]

/** Streams the rows, so that memory stays bounded. */
export const csvFile = (name: string, head: Row, rows: AsyncIterable<Row[]>) =>
  new Response(createReadableStreamFromReadable(Readable.from(toText(head, rows), { highWaterMark: 1 })), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      'Cache-Control': 'no-store',
    },
  })

async function* toText(head: Row, rows: AsyncIterable<Row[]>) {
  yield Buffer.from(csvBeginning + csvLines([head]))
  for await (const some of rows) yield Buffer.from(csvLines(some))
}
