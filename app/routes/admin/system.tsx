import { Link } from 'react-router'
import { backUpNow, isBackingUp } from '#app/domain/checks/back-up-now.server.ts'
import { runChecks } from '#app/domain/checks/checks.server.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { tryLoad } from '#app/http/load.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { submitIntent } from '#app/http/submit.server.ts'
import { usePoll } from '#app/http/use-poll.ts'
import { CheckItem } from '#app/ui/admin/check-item.tsx'
import { FollowedStatus } from '#app/ui/admin/followed-status.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { connectionsPage } from '#content/pages/admin-connections.ts'
import { erasePage } from '#content/pages/admin-erase.ts'
import { systemPage as words } from '#content/pages/admin-system.ts'
import { admin } from '#content/pages/admin.ts'
import { systemChecks } from '#content/system-checks.ts'
import type { Route } from './+types/system.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  return {
    checks: await runChecks(services, Date.now()),
    // The checks say when the database is away.
    isBackingUp: (await tryLoad(context, () => isBackingUp(services))) ?? false,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const typed = await typedFields(request)
  return submitIntent(context, typed, {
    async backup() {
      await backUpNow(context.get(servicesContext), getActor(context))
      return redirectDone(context, typed, { record: '/admin/system', flash: 'backup-asked' })
    },
  })
}

export default function System({ loaderData, actionData: posted }: Route.ComponentProps) {
  const { checks, isBackingUp } = usePoll(loaderData, { isUnfinished: (latest) => latest.isBackingUp })
  return (
    <AdminPage title={words.title}>
      <div className="stack">
        <p className="muted">{words.lead}</p>
        <FormOutcome form={posted?.form ?? {}} />
        <ul className="checks">
          {checks.map(({ id, state, says, advice }) => (
            <CheckItem key={id} light={state} word={words.lights[state]} title={systemChecks[id].title} says={says}>
              {advice && <p className="hint">{advice}</p>}
              {id === 'backup' && <Backup isRunning={isBackingUp} />}
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

function Backup({ isRunning }: { isRunning: boolean }) {
  return (
    <>
      {isRunning ? (
        <p className="hint">{words.backup.running}</p>
      ) : (
        <ActionForm offline={admin.offline}>
          <Button kind="line" small name="intent" value="backup">
            {words.backup.button}
          </Button>
        </ActionForm>
      )}
      <FollowedStatus isRunning={isRunning} text={isRunning ? undefined : words.backup.done} />
    </>
  )
}
