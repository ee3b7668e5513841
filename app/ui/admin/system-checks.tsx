import type { Check } from '#app/domain/checks/check.ts'
import { connectionsPage } from '#content/pages/admin-connections.ts'
import { erasePage } from '#content/pages/admin-erase.ts'
import { systemPage } from '#content/pages/admin-system.ts'
import { systemChecks } from '#content/system-checks.ts'
import { CheckItem } from './check-item.tsx'

export function SystemChecks({ checks }: { checks: Check[] }) {
  return (
    <div className="stack">
      <p className="muted">{systemPage.lead}</p>
      <ul className="checks">
        {checks.map(({ id, state, says, advice }) => (
          <CheckItem key={id} light={state} word={systemPage.lights[state]} title={systemChecks[id].title} says={says}>
            {advice && <p className="hint">{advice}</p>}
          </CheckItem>
        ))}
      </ul>
      <p>
        <a href="/admin/connections">{connectionsPage.link}</a>
      </p>
      <p>
        <a href="/admin/system/erase">{erasePage.link}</a>
      </p>
    </div>
  )
}
