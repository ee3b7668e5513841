import { Link } from 'react-router'
import { getSource, type RecordName } from '#app/domain/content/content-record.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { listPublished } from '#app/http/published-by.server.ts'
import { Table } from '#app/ui/admin/table.tsx'
import { historyWords } from '#content/pages/admin-history.ts'
import { contentRecords } from '#content/schemas/all.ts'
import { isOffered } from './edited.server.ts'
import { pagesWords as words } from './words.ts'
import type { Route } from './+types/pages.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  // The facts of the clinic have a page of their own.
  const isShown = (name: RecordName) => !name.startsWith('clinic/') && isOffered(services, name)
  const names = (Object.keys(contentRecords) as RecordName[]).filter(isShown)
  const pages = await loadOr503(context, () =>
    Promise.all(
      names.map(async (name) => {
        const { title, path } = getSource(name).schema
        const [latest] = await listPublished(services, name)
        return { name, title, path, latest }
      }),
    ),
  )
  return { pages }
}

export default function Pages({ loaderData: { pages } }: Route.ComponentProps) {
  return (
    <AdminPage title={words.title}>
      <div className="panel stack">
        <p>{words.lead}</p>
        <Table columns={words.columns}>
          {pages.map(({ name, title, path, latest }) => (
            <tr key={name}>
              <td>
                <Link className="leads" to={`/admin/pages/${name}`}>
                  {title}
                </Link>
              </td>
              <td className="hint">{latest ? historyWords.publishedBy(latest.when, latest.who) : words.delivered}</td>
              <td className="row-acts">
                {path && (
                  <a className="btn-text" href={path}>
                    {words.view}
                  </a>
                )}
              </td>
            </tr>
          ))}
        </Table>
      </div>
    </AdminPage>
  )
}
