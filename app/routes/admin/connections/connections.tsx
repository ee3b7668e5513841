import { resultAdvice, resultText } from '#app/domain/checks/connection-result.ts'
import {
  beginTest,
  type ConnectionTest,
  findTests,
  isUnderWay,
  saveResult,
} from '#app/domain/checks/connection-tests.server.ts'
import { type ConnectionId, listConnections } from '#app/domain/checks/connections.ts'
import { runConnectionTest } from '#app/domain/checks/run-connection-test.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { fromAddress } from '#app/domain/outbox/from-address.ts'
import { clinicMoment } from '#app/domain/shared/clinic-time.ts'
import { returnField } from '#app/domain/shared/done.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { redirectWithFlash, takeFlash } from '#app/http/flash.ts'
import { getMapUrl } from '#app/http/hosted-services.ts'
import { loadOr503 } from '#app/http/load.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { actOn, formError } from '#app/http/submit.server.ts'
import { connectionTest } from '#app/mail/connection-test.ts'
import type { Services } from '#app/services.server.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Detail } from '#app/ui/primitives/detail.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { connectionsPage as words } from '#content/pages/admin-connections.ts'
import { systemPage } from '#content/pages/admin-system.ts'
import { admin } from '#content/pages/admin.ts'
import type { Route } from './+types/connections.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const tests = await loadOr503(context, () => findTests(services.database))
  const flash = takeFlash(request, context, record)
  const now = Date.now()
  const connections = getConnections(services, now).map((connection) => ({
    ...connection,
    test: testView(connection.id, tests.get(connection.id), now),
  }))
  const tested = flash && connections.find(({ id }) => id === flash.about)
  return { connections, tested: tested && { id: tested.id, form: flash.text ? { error: flash.text } : toForm(tested) } }
}

function toForm({ test }: { test: TestView | undefined }): FormState {
  if (!test) return {}
  return test.state === 'ok' ? { notice: test.says } : { error: test.says }
}

type TestView = {
  state: keyof typeof words.states
  when: string
  says: string
  said?: string | undefined
  advice?: string | undefined
}

function testView(service: ConnectionId, test: ConnectionTest | undefined, now: number): TestView | undefined {
  if (!test) return undefined
  const { askedAt, result } = test
  const when = clinicMoment(result?.at ?? askedAt, clinicTimeZone, now)
  if (!result) return { state: 'open', when, says: isUnderWay(test, now) ? words.underWay : words.cutOff }
  return {
    state: result.ok ? 'ok' : 'failed',
    when,
    says: resultText(service, result),
    said: result.said,
    advice: resultAdvice(service, result),
  }
}

const getConnections = (services: Services, now: number) =>
  listConnections(services.config, {
    publicOrigin: services.config.publicOrigin,
    from: fromAddress(services),
    mapUrl: getMapUrl(services.config, services.clinic.facts(now)),
  })

const record = '/admin/connections'

export async function action({ request, context }: Route.ActionArgs) {
  const fields = await typedFields(request)
  const services = context.get(servicesContext)
  const askedAt = Date.now()
  const service = getConnections(services, askedAt).find(({ id, settings }) => settings && id === fields.service)?.id
  if (!service) return formError(400, words.unknown)
  return actOn(context, async () => {
    const done = (result: 'ok' | 'failed' | 'busy') => {
      // The checklist on Today.
      if (fields[returnField]) return redirectDone(context, fields, { record, text: words.testEmail[result] })
      return redirectWithFlash(context, record, { about: service, ...(result === 'busy' && { text: words.busy }) })
    }
    if (!(await beginTest(services, getActor(context), { service, now: askedAt }))) return done('busy')
    const clinic = services.clinic.facts(askedAt)
    const result = await runConnectionTest(services, service, {
      email: connectionTest({ clinic }),
      mapUrl: getMapUrl(services.config, clinic),
    })
    try {
      await saveResult(services, { service, askedAt, now: Date.now() }, result)
    } catch (err) {
      services.log.error({ err }, 'the answer of a connection test could not be saved')
      return formError(503, words.notSaved(resultText(service, result)))
    }
    return done(result.ok ? 'ok' : 'failed')
  })
}

export default function Connections({ loaderData: { connections, tested }, actionData: posted }: Route.ComponentProps) {
  // An error names no service.
  return (
    <AdminPage title={words.title}>
      <div className="stack">
        <p className="muted">{words.lead}</p>
        {posted && <FormOutcome form={posted.form} />}
        {/* What is in use comes first. */}
        {connections
          .toSorted((one, other) => Number(!one.settings) - Number(!other.settings))
          .map((connection) => (
            <ConnectionSection
              key={connection.id}
              {...connection}
              form={!posted && tested?.id === connection.id ? tested.form : {}}
            />
          ))}
      </div>
    </AdminPage>
  )
}

type ConnectionView = Route.ComponentProps['loaderData']['connections'][number]

function ConnectionSection({ id, settings, test, form }: ConnectionView & { form: FormState }) {
  return (
    <section className={`${settings ? 'panel ' : ''}stack adm-read`} aria-labelledby={id}>
      <h2 id={id}>{words.titles[id]}</h2>
      <FormOutcome form={form} />
      {settings ? (
        <>
          <dl className="dl">
            {settings.map(({ name, value }) => (
              <Detail key={name} name={name}>
                {value}
              </Detail>
            ))}
            <Detail name={words.lastTest}>
              {test ? `${words.states[test.state]}, ${test.when}. ${test.says}` : words.noTest}
            </Detail>
            <Detail name={words.said}>{test?.said}</Detail>
            <Detail name={words.advice}>{test?.advice}</Detail>
          </dl>
          <p className="hint">{words.about[id]}</p>
          <ActionForm offline={admin.offline}>
            <input type="hidden" name="service" value={id} />
            <Button kind="line" small aria-label={`${words.button}: ${words.titles[id]}`}>
              {words.button}
            </Button>
          </ActionForm>
        </>
      ) : (
        <>
          <p>{words.notInUse[id]}</p>
          <details className="hint">
            <summary>{systemPage.forAdministrator}</summary>
            <p>{words.toUse[id]}</p>
          </details>
        </>
      )}
    </section>
  )
}
