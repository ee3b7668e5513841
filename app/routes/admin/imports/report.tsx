import { Link } from 'react-router'
import { listLines, countOutcomes } from '#app/domain/newsletter/imports/import-lines.server.ts'
import { reportView } from '#app/domain/newsletter/imports/report-view.server.ts'
import { importPath, lineOutcomes, reportUrl } from '#app/domain/newsletter/imports/subscriber-import.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { servicesContext } from '#app/http/context.ts'
import { FilterLinks } from '#app/ui/admin/filter-links.tsx'
import { Pager } from '#app/ui/admin/pager.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { AddressText } from '#app/ui/site/address-text.tsx'
import { importPage, reportPage as words } from '#content/pages/admin-imports.ts'
import { requireImport } from './require-import.server.ts'
import type { Route } from './+types/report.ts'

const linesOnAPage = 100

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { database } = context.get(servicesContext)
  const found = await requireImport(context, params.id)
  const view = reportView.parse(Object.fromEntries(new URL(request.url).searchParams))
  const [lines, counts] = await Promise.all([
    listLines(database.db, found.id, { ...view, count: linesOnAPage + 1 }),
    countOutcomes(database, found.id),
  ])
  const page = lines.slice(0, linesOnAPage)
  return {
    id: found.id,
    when: found.state === 'done' ? ('after' as const) : ('before' as const),
    view,
    lines: page,
    hasMore: lines.length > page.length,
    counts,
  }
}

export default function Report({ loaderData: page }: Route.ComponentProps) {
  const { id, view, lines, hasMore, counts } = page
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const last = lines.at(-1)
  const filters = [
    { text: words.all, href: reportUrl(id, {}), current: !view.outcome, count: all },
    ...lineOutcomes
      .filter((outcome) => counts[outcome] > 0)
      .map((outcome) => ({
        text: importPage.outcomes[outcome].why,
        href: reportUrl(id, { outcome }),
        current: view.outcome === outcome,
        count: counts[outcome],
      })),
  ]
  return (
    <AdminPage title={words.title} aside={<Link to={importPath(id)}>{words.back}</Link>}>
      <div className="list">
        <FilterLinks label={words.filters} filters={filters} />
        {lines.length > 0 ? <Lines {...page} /> : <p className="lead">{words.none}</p>}
        <Pager
          label={words.pages}
          earlier={view.after > 0 ? { text: words.first, href: reportUrl(id, { outcome: view.outcome }) } : undefined}
          later={
            hasMore && last
              ? { text: words.later, href: reportUrl(id, { outcome: view.outcome, after: last.position }) }
              : undefined
          }
        />
      </div>
    </AdminPage>
  )
}

function Lines({ lines, when }: Route.ComponentProps['loaderData']) {
  return (
    <Table columns={words.columns}>
      {lines.map(({ line, position, address, outcome }) => (
        <tr key={position}>
          <td className="num">{line.toLocaleString('en-US')}</td>
          <td>
            <AddressText text={address || importPage.blank} />
          </td>
          <td className="hint">{importPage.outcomes[outcome][when]}</td>
          <td className="hint">{importPage.outcomes[outcome].why}</td>
        </tr>
      ))}
    </Table>
  )
}
