import { data, Link } from 'react-router'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import type { TextRecord } from '#app/domain/text-messages/consents.server.ts'
import { listLatestTexts } from '#app/domain/text-messages/texts.server.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { EmptyList } from '#app/ui/admin/empty-list.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { toTextRow } from '#app/ui/admin/text-row.ts'
import { textsPage as words } from '#content/pages/admin-texts.ts'
import type { Route } from './+types/texts.ts'

const most = 100

export async function loader({ context }: Route.LoaderArgs) {
  const { database, textMessages } = context.get(servicesContext)
  if (!textMessages) throw data(null, { status: 404 })
  const now = Date.now()
  const texts = await loadOr503(context, () => listLatestTexts(database.db, most))
  return {
    texts: texts.map((text) => ({ ...toTextRow(text, clinicTimeZone, now), path: toPath(text.record) })),
  }
}

/** Where staff see what the text is about. */
const toPath = (record: TextRecord) =>
  record.startsWith('waitlist:') ? '/admin/waitlist' : `/admin/appointments/${record.slice('appointment:'.length)}`

export default function Texts({ loaderData: { texts } }: Route.ComponentProps) {
  return (
    <AdminPage title={words.title}>
      <div className="stack">
        <p className="muted">{words.lead(most)}</p>
        {texts.length === 0 ? (
          <EmptyList empty={words.none} />
        ) : (
          <Table columns={words.columns}>
            {texts.map(({ id, kind, when, text, state, isFailed, why, path }) => (
              <tr key={id}>
                <td className="num">
                  <Link className="leads" to={path}>
                    {kind}, {when}
                  </Link>
                </td>
                <td>
                  <bdi>{text}</bdi>
                </td>
                <td>
                  <span className={isFailed ? 'tag tag-late' : 'tag'}>{state}</span>
                  {why && <p className="hint">{why}</p>}
                </td>
              </tr>
            ))}
          </Table>
        )}
        <p>
          <Link to="/admin/mail">{words.back}</Link>
        </p>
      </div>
    </AdminPage>
  )
}
