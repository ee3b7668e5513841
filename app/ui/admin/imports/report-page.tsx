import { Table } from '#app/ui/admin/table.tsx'
import {
  importPath,
  lineOutcomes,
  type OutcomeCounts,
  reportUrl,
  type ReportLine,
  type ReportView,
} from '#app/domain/newsletter/imports/subscriber-import.ts'
import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { FilterLinks } from '#app/ui/admin/filter-links.tsx'
import { Pager } from '#app/ui/admin/pager.tsx'
import { AddressText } from '#app/ui/site/address-text.tsx'
import { importPage, reportPage as words } from '#content/pages/admin-imports.ts'

type ReportPageProps = {
  clinic: { name: string }
  id: string
  isDone: boolean
  view: ReportView
  lines: ReportLine[]
  hasMore: boolean
  counts: OutcomeCounts
}

export function ReportPage({ clinic, id, isDone, view, lines, hasMore, counts }: ReportPageProps) {
  const when = isDone ? 'after' : 'before'
  const shown = (count: number) => count.toLocaleString('en-US')
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const last = lines.at(-1)
  const filters = [
    { text: words.all, href: reportUrl(id, {}), current: !view.outcome, count: shown(all) },
    ...lineOutcomes
      .filter((outcome) => counts[outcome] > 0)
      .map((outcome) => ({
        text: importPage.outcomes[outcome].why,
        href: reportUrl(id, { outcome }),
        current: view.outcome === outcome,
        count: shown(counts[outcome]),
      })),
  ]
  return (
    <AdminPage title={words.title} clinic={clinic} aside={<a href={importPath(id)}>{words.back}</a>}>
      <div className="list">
        <FilterLinks label={words.filters} filters={filters} />
        {lines.length > 0 ? <Lines lines={lines} when={when} /> : <p className="lead">{words.none}</p>}
        <Pager
          label={words.pages}
          earlier={view.after > 0 ? { text: words.first, href: reportUrl(id, { outcome: view.outcome }) } : undefined}
          later={
            hasMore && last
              ? { text: words.later, href: reportUrl(id, { outcome: view.outcome, after: last.line }) }
              : undefined
          }
        />
      </div>
    </AdminPage>
  )
}

function Lines({ lines, when }: { lines: ReportLine[]; when: 'before' | 'after' }) {
  return (
    <Table columns={words.columns}>
      {lines.map(({ line, address, outcome }) => (
        <tr key={line}>
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
