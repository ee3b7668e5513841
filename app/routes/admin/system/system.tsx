import { Link } from 'react-router'
import { backUpNow, findBackupWork, testNewestBackup } from '#app/domain/checks/ask-for-backup.server.ts'
import type { Check } from '#app/domain/checks/check.ts'
import { runChecks } from '#app/domain/checks/checks.server.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { tryLoad } from '#app/http/load.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { formError, submitIntent } from '#app/http/submit.server.ts'
import { usePoll } from '#app/http/use-poll.ts'
import { CheckItem } from '#app/ui/admin/check-item.tsx'
import { Fold } from '#app/ui/admin/fold.tsx'
import { FollowedStatus } from '#app/ui/admin/followed-status.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { connectionsPage } from '#content/pages/admin-connections.ts'
import { erasePage } from '#content/pages/admin-erase.ts'
import { systemPage as words } from '#content/pages/admin-system.ts'
import { admin } from '#content/pages/admin.ts'
import type { Link as ContentLink } from '#content/pages/page.ts'
import { systemChecks } from '#content/system-checks.ts'
import type { Route } from './+types/system.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  return {
    checks: await runChecks(services, Date.now()),
    // The checks say when the database is away.
    backups: await tryLoad(context, async () => ({
      work: await findBackupWork(services),
      canTest: (await services.backups.state()).madeAt !== undefined,
    })),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const typed = await typedFields(request)
  const deps = context.get(servicesContext)
  return submitIntent(context, typed, {
    async backup() {
      const asked = await backUpNow(deps, getActor(context))
      if (!asked.ok) return formError(409, words.backup.rejected[asked.reason])
      return redirectDone(context, typed, { record: '/admin/system', text: words.backup.asked })
    },
    async test() {
      const asked = await testNewestBackup(deps, getActor(context))
      if (!asked.ok) return formError(409, words.backup.rejected[asked.reason])
      return redirectDone(context, typed, { record: '/admin/system', text: words.backup.testAsked })
    },
  })
}

export default function System({ loaderData, actionData: posted }: Route.ComponentProps) {
  const { checks, backups } = usePoll(loaderData, { isUnfinished: (latest) => latest.backups?.work !== undefined })
  const toDo = checks.filter(({ state }) => state !== 'green')
  // A good backup stands beside its buttons.
  const fine = checks.filter(({ state, id }) => state === 'green' && id !== 'backup')
  return (
    <AdminPage title={words.title}>
      <FormOutcome form={posted?.form ?? {}} />
      <div className="cols two">
        <section className="panel stack" aria-labelledby="to-do">
          <h2 id="to-do" className={toDo.length > 0 ? undefined : 'vh'}>
            {words.toDo}
          </h2>
          {toDo.length === 0 && <p>{words.fine}</p>}
          <ul className="checks">
            {toDo.map((check) => (
              <CheckView key={check.id} check={check} />
            ))}
          </ul>
          {fine.length > 0 && (
            <Fold summary={words.ok(fine.length)}>
              <ul className="checks">
                {fine.map((check) => (
                  <CheckView key={check.id} check={check} />
                ))}
              </ul>
            </Fold>
          )}
        </section>
        <div className="stack">
          <Backups check={checks.find(({ id }) => id === 'backup')} {...backups} />
          <section className="panel stack" aria-labelledby="more">
            <h2 id="more">{words.more}</h2>
            <p>
              <Link to="/admin/connections">{connectionsPage.link}</Link>
            </p>
            <p>
              <Link to="/admin/system/erase">{erasePage.link}</Link>
            </p>
          </section>
        </div>
      </div>
    </AdminPage>
  )
}

const places: Partial<Record<Check['id'], ContentLink>> = words.places

/** What is wrong and what it means; then what the clinic can do, or whom to call; last what that person needs. */
function CheckView({ check: { id, state, says, advice, details } }: { check: Check }) {
  const place = state === 'green' ? undefined : places[id]
  return (
    <CheckItem light={state} word={words.lights[state]} title={systemChecks[id].title} says={says}>
      {state !== 'green' && <p>{advice ?? words.contact}</p>}
      {place && (
        <p>
          <Link to={place.href}>{place.text}</Link>
        </p>
      )}
      {details && (
        <details className="hint">
          <summary>{words.forAdministrator}</summary>
          <p>{details}</p>
        </details>
      )}
    </CheckItem>
  )
}

type BackupsProps = { check: Check | undefined } & Partial<NonNullable<Route.ComponentProps['loaderData']['backups']>>

function Backups({ check, work, canTest }: BackupsProps) {
  return (
    <section className="panel stack" aria-labelledby="backups">
      <h2 id="backups">{words.backup.heading}</h2>
      <p className="hint">{words.backup.lead}</p>
      {check?.state === 'green' && <p>{check.says}</p>}
      {work ? (
        <p>{words.backup.running[work]}</p>
      ) : (
        <ActionForm offline={admin.offline}>
          <div className="row">
            <IntentButton intent="backup" text={words.backup.button} kind="line" small />
            {canTest && <IntentButton intent="test" text={words.backup.test} kind="line" small />}
          </div>
        </ActionForm>
      )}
      <FollowedStatus isRunning={work !== undefined} text={work ? undefined : check?.says} />
      <details className="hint">
        <summary>{words.forAdministrator}</summary>
        <p>{words.backup.drill}</p>
      </details>
    </section>
  )
}
