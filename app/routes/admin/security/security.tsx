import { data, redirect, redirectDocument } from 'react-router'
import { endSessions } from '#app/domain/accounts/my-account.server.ts'
import { parseCode } from '#app/domain/accounts/second-factor-code.ts'
import {
  renewBackupCodes,
  startSecondFactor,
  turnSecondFactorOff,
  turnSecondFactorOn,
} from '#app/domain/accounts/second-factor.server.ts'
import { getWorkingDay } from '#app/domain/accounts/working-day.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicClock } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { redirectDone } from '#app/http/done.ts'
import { findPasskeyAct, listShownPasskeys, type NewPasskey, startPasskey } from '#app/http/passkeys.server.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor, getStaff } from '#app/http/admin.server.ts'
import { pageContext, servicesContext, type RequestContext } from '#app/http/context.ts'
import { listShownSignIns } from '#app/http/sign-ins.server.ts'
import { loadOr503 } from '#app/http/load.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { requireFreshStepUp } from '#app/http/step-up.server.ts'
import { actOn, formError, submitIntent } from '#app/http/submit.server.ts'
import { getSignedIn, type SignedIn } from '#app/http/viewer.server.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { QrCode } from '#app/ui/primitives/qr-code.tsx'
import { CreatePasskey } from '#app/ui/passkeys/create-passkey.tsx'
import { SignInList } from '#app/ui/sign-ins/sign-in-list.tsx'
import { PasskeyList } from '#app/ui/passkeys/passkey-list.tsx'
import { useCanUsePasskeys } from '#app/ui/passkeys/use-can-use-passkeys.ts'
import { passkeys as passkeyWords } from '#content/pages/passkeys.ts'
import { securityPage as words } from '#content/pages/admin-security.ts'
import { unlockPage } from '#content/pages/admin-unlock.ts'
import type { Route } from './+types/security.ts'

const securityPath = '/admin/security'

/** A secret that waits for its first code is shown only in the minutes after a confirmation. */
export async function loader({ request, context }: Route.LoaderArgs) {
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
      /** ADMIN_SECOND_FACTOR=required. */
      mustHave: config.admin.mustHaveSecondFactor,
      /** Too short to protect the dashboard alone. */
      shortPassword: (await signIn.hasLongPassword(accountId)) === false,
      passkeys: await listShownPasskeys(context, accountId),
      signIns: who ? await listShownSignIns(context, who) : [],
      codesLeft: isOn ? (await signIn.getBackupCodes(accountId)).length : 0,
      /** URI for the authenticator app, while a new secret waits for its first code. */
      setUp: isFresh
        ? await signIn.getPendingSecondFactorUrl(accountId, { issuer, account: getStaff(context).email })
        : undefined,
    }
  })
}

export async function action({ request, context }: Route.ActionArgs) {
  await requireFreshStepUp(context, request)
  const services = context.get(servicesContext)
  const actor = getActor(context)
  const typed = await typedFields(request)
  const { intent = '', code } = typed
  const back = () => redirect(securityPath, 303)
  const who = await getSignedIn(request, context)
  const passkeyAct = who && findPasskeyAct(request, context, who, typed)
  if (passkeyAct)
    return actOn(context, async () => {
      const acted = await passkeyAct()
      if (acted.ok) return redirectDone(context, typed, { record: securityPath, text: passkeyWords.done[acted.done] })
      return 'last' in acted ? data({ last: acted.last }, { status: 400 }) : passkeyError(acted.error)
    })
  const device = /^end:(.{1,100})$/.exec(intent)?.[1]
  if (device) return actOn(context, () => endDevices(context, who, device))
  return submitIntent(
    context,
    { intent },
    {
      async start() {
        await startSecondFactor(services, actor)
        return back()
      },
      'start-passkey': async () => ({ newPasskey: await startPasskey(request, context) }),
      confirm: () => turnOn(request, context, code),
      everywhere: () => endDevices(context, who),
      renew: async () => ({ codes: await renewBackupCodes(services, actor) }),
      async off() {
        // A passkey may stand for it.
        if (services.config.admin.mustHaveSecondFactor && !(await services.signIn.hasPasskeys(actor.who))) return back()
        const { ok } = await turnSecondFactorOff(services, actor)
        return ok ? back() : formError(400, words.longerFirst)
      },
    },
  )
}

/** One device, or every one, this one too. */
async function endDevices(context: RequestContext, who: SignedIn | undefined, device?: string) {
  if (who) await endSessions(context.get(servicesContext), who, device)
  return device && device !== who?.sessionId ? redirect(securityPath, 303) : redirectDocument('/', 303)
}

async function turnOn(request: Request, context: Route.ActionArgs['context'], code: string | undefined) {
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
  if (turned.reason === 'wrong') return formError(400, words.wrong)
  return formError(429, unlockPage.tooMany(clinicClock(turned.retryAt, clinicTimeZone)))
}

export default function Security({ loaderData: view, actionData }: Route.ComponentProps) {
  const { codes, form, ...passkeys }: Answer = actionData ?? {}
  return (
    <AdminPage title={words.title}>
      <div className="stack">
        <section className="panel stack adm-read" aria-labelledby="second-factor">
          <h2 id="second-factor">{words.heading}</h2>
          {codes ? (
            <BackupCodes codes={codes} />
          ) : view.isOn ? (
            <On {...view} error={form?.error} />
          ) : view.setUp ? (
            <SetUp uri={view.setUp} error={form?.error} />
          ) : (
            <Off {...view} />
          )}
        </section>
        <Passkeys passkeys={view.passkeys} {...passkeys} />
        <section className="panel stack adm-read" aria-labelledby="devices">
          <h2 id="devices">{words.devices}</h2>
          <ActionForm className="stack">
            <SignInList signIns={view.signIns} />
          </ActionForm>
        </section>
      </div>
    </AdminPage>
  )
}

type Answer = { codes?: string[] | undefined; form?: FormState } & PasskeyAnswer

/** `last`: of the list. */
type PasskeyAnswer = { newPasskey?: NewPasskey; passkeyError?: string; last?: string }

const passkeyError = (error: string) => data({ passkeyError: error }, { status: 400 })

type PasskeysProps = PasskeyAnswer & Pick<View, 'passkeys'>

function Passkeys({ passkeys, newPasskey, passkeyError: error, last }: PasskeysProps) {
  const canUse = useCanUsePasskeys()
  return (
    <section className="panel stack adm-read" aria-labelledby="passkeys">
      <h2 id="passkeys">{passkeyWords.heading}</h2>
      <p>{passkeyWords.about}</p>
      {error && <Note kind="error">{error}</Note>}
      <PasskeyList passkeys={passkeys} last={last} />
      {newPasskey ? (
        <CreatePasskey {...newPasskey} />
      ) : canUse ? (
        <ActionForm>
          <IntentButton intent="start-passkey" text={passkeyWords.start} small />
        </ActionForm>
      ) : (
        <p className="hint">{passkeyWords.unsupported}</p>
      )}
    </section>
  )
}

type View = Route.ComponentProps['loaderData']
type Failed = { error: string | undefined }

function Off({ mustHave, passkeys, shortPassword }: View) {
  return (
    <>
      {mustHave && passkeys.length === 0 && <Note kind="warn">{words.required}</Note>}
      {shortPassword && (
        <Note kind="warn">
          {words.shortPassword} <a href="/profile">{words.profile}</a>
        </Note>
      )}
      <p>{words.off}</p>
      <ActionForm>
        <IntentButton intent="start" text={words.start} small />
      </ActionForm>
    </>
  )
}

function SetUp({ uri, error }: Failed & { uri: string }) {
  const key = new URL(uri).searchParams.get('secret') ?? ''
  return (
    <>
      <p>{words.scan}</p>
      <QrCode text={uri} label={words.picture} />
      <p>
        {words.key}: <code className="key">{key.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <ActionForm noValidate>
        <Field
          label={unlockPage.code}
          hint={unlockPage.codeHint}
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          error={error}
          autoFocus={error !== undefined}
        />
        <IntentButton intent="confirm" text={words.confirm} />
      </ActionForm>
    </>
  )
}

function On({ codesLeft, mustHave, passkeys, error }: View & Failed) {
  return (
    <>
      {error && (
        <Note kind="error">
          {error} <a href="/profile">{words.profile}</a>
        </Note>
      )}
      <p>{words.on}</p>
      <p>{words.left(codesLeft)}</p>
      <ActionForm>
        <IntentButton intent="renew" text={words.renew} kind="line" />
      </ActionForm>
      {mustHave && passkeys.length === 0 ? (
        <p className="hint">{words.mustStay}</p>
      ) : (
        <ActionForm>
          <IntentButton intent="off" text={words.turnOff} kind="line" />
        </ActionForm>
      )}
    </>
  )
}

function BackupCodes({ codes }: { codes: string[] }) {
  return (
    <>
      <Note kind="success">{words.on}</Note>
      <h3>{words.codes.heading}</h3>
      <p>{words.codes.text}</p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p>
        <ButtonLink to="/admin/security">{words.codes.done}</ButtonLink>
      </p>
    </>
  )
}
