import { Link } from 'react-router'
import { runChecks } from '#app/domain/checks/checks.server.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { servicesContext } from '#app/http/context.ts'
import { CheckItem } from '#app/ui/admin/check-item.tsx'
import { connectionsPage } from '#content/pages/admin-connections.ts'
import { erasePage } from '#content/pages/admin-erase.ts'
import { systemPage as words } from '#content/pages/admin-system.ts'
import { systemChecks } from '#content/system-checks.ts'
import type { Route } from './+types/system.ts'

export const loader = ({ context }: Route.LoaderArgs) => runChecks(context.get(servicesContext), Date.now())

export default function System({ loaderData: checks }: Route.ComponentProps) {
  return (
    <AdminPage title={words.title}>
      <div className="stack">
        <p className="muted">{words.lead}</p>
        <ul className="checks">
          {checks.map(({ id, state, says, advice }) => (
            <CheckItem key={id} light={state} word={words.lights[state]} title={systemChecks[id].title} says={says}>
              {advice && <p className="hint">{advice}</p>}
            </CheckItem>
          ))}
        </ul>
        <p>
          <Link to="/admin/connections">{connectionsPage.link}</Link>
        </p>
        <p>
          <Link to="/admin/system/erase">{erasePage.link}</Link>
        </p>
      </div>
    </AdminPage>
  )
}
