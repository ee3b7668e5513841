import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { resultAdvice, resultText } from '#app/domain/checks/connection-result.ts'
import {
  beginTest,
  type ConnectionTest,
  findTests,
  isUnderWay,
  saveResult,
} from '#app/domain/checks/connection-tests.server.ts'
import { type ConnectionId, connectionIds, listConnections } from '#app/domain/checks/connections.ts'
import { runConnectionTest } from '#app/domain/checks/run-connection-test.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { fromAddress } from '#app/domain/outbox/from-address.ts'
import { clinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { flashAbout, setFlash, takeFlash } from '#app/http/flash.ts'
import { getMapUrl } from '#app/http/hosted-services.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { loadOr503 } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { actOn, formError } from '#app/http/submit.server.ts'
import { connectionTest } from '#app/mail/connection-test.ts'
import type { Services } from '#app/services.server.ts'
import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { ConnectionsPage, type ConnectionsView, type TestView } from '#app/ui/admin/connections-page.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { connectionsPage as words } from '#content/pages/admin-connections.ts'

export async function loader({ request, context }: LoaderFunctionArgs): Promise<ConnectionsView> {
  const services = context.get(servicesContext)
  const tests = await loadOr503(context, () => findTests(services.database))
  const flash = takeFlash(request, context, ['connection-tested', 'connection-busy'])
  const service = connectionIds.find((id) => id === flashAbout(request))
  const now = Date.now()
  const connections = getConnections(services, now).map((connection) => ({
    ...connection,
    test: testView(connection.id, tests.get(connection.id), now),
  }))
  if (!flash || !service) return { connections }
  return {
    connections,
    posted: { service, form: flashForm(flash, connections.find(({ id }) => id === service)?.test) },
  }
}

function flashForm(flash: 'connection-tested' | 'connection-busy', test: TestView | undefined): FormState {
  if (flash === 'connection-busy') return { error: words.busy }
  if (!test) return {}
  return test.state === 'ok' ? { notice: test.says } : { error: test.says }
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
    from: fromAddress(services),
    mapUrl: getMapUrl(services.config, services.clinic.facts(now)),
  })

export async function action({ request, context }: ActionFunctionArgs) {
  const fields = await typedFields(request)
  const services = context.get(servicesContext)
  const askedAt = Date.now()
  const service = getConnections(services, askedAt).find(({ id, inUse }) => inUse && id === fields.service)?.id
  if (!service) return formError(400, words.unknown)
  return actOn(context, async () => {
    if (!(await beginTest(services, getActor(context), { service, now: askedAt }))) {
      setFlash(context, 'connection-busy', service)
      return redirect(`/admin/connections#${outcomeId}`, 303)
    }
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
    setFlash(context, 'connection-tested', service)
    return redirect(`/admin/connections#${outcomeId}`, 303)
  })
}

export default function Connections() {
  const view = useLoaderData<typeof loader>()
  const posted = useActionData<{ form: FormState }>()
  return (
    <AdminPage title={words.title} clinic={useSite().clinic}>
      <ConnectionsPage {...view} {...(posted && { posted })} />
    </AdminPage>
  )
}
