import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listLines, countOutcomes } from '#app/domain/newsletter/imports/import-lines.server.ts'
import { findImport } from '#app/domain/newsletter/imports/imports.server.ts'
import { reportView } from '#app/domain/newsletter/imports/subscriber-import.ts'
import { servicesContext } from '#app/http/context.ts'
import { useSite } from '#app/http/site.ts'
import { ReportPage } from '#app/ui/admin/imports/report-page.tsx'

const linesOnAPage = 100

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { database } = context.get(servicesContext)
  const found = await findImport(database, params.id ?? '')
  if (!found || found.state === 'discarded') throw data(null, { status: 404 })
  const view = reportView.parse(Object.fromEntries(new URL(request.url).searchParams))
  const [lines, counts] = await Promise.all([
    listLines(database.db, found.id, { ...view, count: linesOnAPage + 1 }),
    countOutcomes(database, found.id),
  ])
  const page = lines.slice(0, linesOnAPage)
  return {
    id: found.id,
    isDone: found.state === 'done',
    view,
    lines: page,
    hasMore: lines.length > page.length,
    counts,
  }
}

export default function Report() {
  return <ReportPage clinic={useSite().clinic} {...useLoaderData<typeof loader>()} />
}
