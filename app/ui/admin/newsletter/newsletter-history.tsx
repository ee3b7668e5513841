import { Table } from '#app/ui/admin/table.tsx'
import { newslettersPage } from '#content/pages/admin-newsletter.ts'

export type NewsletterRow = { id: string; title: string; url: string; when: string; state: string; counts: string }

const { history: words } = newslettersPage

export function NewsletterHistory({ rows }: { rows: NewsletterRow[] }) {
  return (
    <section aria-labelledby="history" className="stack">
      <h2 id="history">{words.heading}</h2>
      {rows.length === 0 ? (
        <p className="muted">{words.empty}</p>
      ) : (
        <Table columns={words.columns}>
          {rows.map(({ id, title, when, state, counts }) => (
            <tr key={id}>
              <td>
                <a className="leads breaks" href={`/admin/newsletter/${id}`}>
                  {title}
                </a>
              </td>
              <td className="num">{when}</td>
              <td className="num">{[state, counts].filter(Boolean).join(': ')}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}
