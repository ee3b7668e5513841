import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import {
  renewBackupCodes,
  startSecondFactor,
  turnSecondFactorOff,
  turnSecondFactorOn,
} from '#app/domain/accounts/second-factor.server.ts'
import { parseCode } from '#app/domain/accounts/second-factor-code.ts'
import { getWorkingDay } from '#app/domain/accounts/working-day.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicClock } from '#app/domain/shared/clinic-time.ts'
import { ownValue } from '#app/domain/shared/own-value.ts'
import { getActor } from '#app/http/admin.server.ts'
import { requireFreshStepUp } from '#app/http/step-up.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { loadOr503 } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { submit } from '#app/http/submit.server.ts'
import { getSignedIn } from '#app/http/viewer.server.ts'
import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { SecondFactor } from '#app/ui/admin/second-factor.tsx'
import { admin } from '#content/pages/admin.ts'
import { securityPage as words, unlockPage } from '#content/pages/admin-security.ts'

/** A secret that waits for its first code is shown only in the minutes after a confirmation. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { database, signIn, config, clinic } = context.get(servicesContext)
  const { who: accountId } = getActor(context)
  return loadOr503(context, async () => {
    const account = await signIn.findAccountById(accountId)
    const who = await getSignedIn(request, context)
    const isFresh = who !== undefined && (await getWorkingDay(database, who, Date.now())).isFresh
    const issuer = clinic.facts(Date.now()).name
    const isOn = account?.hasSecondFactor === true
    return {
      isOn,
      mustHave: config.admin.mustHaveSecondFactor,
      shortPassword: (await signIn.hasLongPassword(accountId)) === false,
      codesLeft: isOn ? (await signIn.getBackupCodes(accountId)).length : 0,
      setUp: isFresh
        ? await signIn.getPendingSecondFactorUrl(accountId, { issuer, account: config.admin.email })
        : undefined,
    }
  })
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireFreshStepUp(context, request)
  const services = context.get(servicesContext)
  const actor = getActor(context)
  const { intent = '', code } = await typedFields(request)
  const back = () => redirect('/admin/security', 303)
  const intents: Record<string, () => Promise<Answer>> = {
    async start() {
      await startSecondFactor(services, actor)
      return back()
    },
    confirm: () => turnOn(request, context, code),
    renew: async () => ({ codes: await renewBackupCodes(services, actor) }),
    async off() {
      if (services.config.admin.mustHaveSecondFactor) return back()
      const { ok } = await turnSecondFactorOff(services, actor)
      return ok ? back() : data({ error: words.longerFirst }, { status: 400 })
    },
  }
  const act = ownValue(intents, intent)
  if (!act) return data({ error: admin.unknownIntent }, { status: 400 })
  return submit(context, act, () => data({ error: admin.notStored }, { status: 503 }))
}

type Answer = Response | { codes: string[] | undefined } | ReturnType<typeof data<{ error: string }>>

async function turnOn(request: Request, context: ActionFunctionArgs['context'], code: string | undefined) {
  const services = context.get(servicesContext)
  const turned = await turnSecondFactorOn(services, getActor(context), {
    code: parseCode({ code }),
    headers: request.headers,
    isLimited: services.config.abuseLimits,
    now: Date.now(),
  })
  if (turned.ok) {
    for (const cookie of turned.cookies) context.get(pageContext).setCookie(cookie)
    return { codes: turned.backupCodes }
  }
  if (turned.reason === 'wrong') return data({ error: words.wrong }, { status: 400 })
  return data({ error: unlockPage.tooMany(clinicClock(turned.retryAt, clinicTimeZone)) }, { status: 429 })
}

export default function Security() {
  const answer = useActionData<{ codes?: string[]; error?: string }>()
  return (
    <AdminPage title={words.title} clinic={useSite().clinic}>
      <SecondFactor {...useLoaderData<typeof loader>()} {...answer} />
    </AdminPage>
  )
}
