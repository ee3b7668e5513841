import '#app/ui/styles/shop-and-booking.css'
import { data, redirectDocument } from 'react-router'
import { invitationForm } from '#app/domain/accounts/account-forms.server.ts'
import { readInvitationLink } from '#app/domain/accounts/account-links.ts'
import { acceptInvitation, findInvitation, joinStaff } from '#app/domain/accounts/invitations.server.ts'
import type { InvitedRole } from '#app/domain/accounts/roles.ts'
import { signInPath } from '#app/domain/accounts/sign-in-path.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { pageContext, servicesContext, type RequestContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { workPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { useSite } from '#app/http/site.ts'
import { showForm, submit, submitForm } from '#app/http/submit.server.ts'
import { getSignedIn } from '#app/http/viewer.server.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { namedField } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { roleWords } from '#content/roles.ts'
import { invitationPage as words } from '#content/pages/invitation.ts'
import { PasswordField } from './parts/password-field.tsx'
import { SplitPage } from './parts/split-page.tsx'
import { getPasswordRules, showRejected, startSession } from './password-forms.server.ts'
import type { Route } from './+types/invitation.ts'

export const handle = workPage()

/** The target of an invitation's link. Opening it changes nothing: mail scanners follow every link. */
export async function loader({ params: { token }, request, context }: Route.LoaderArgs) {
  context.get(pageContext).doNotStore()
  const { database, signer, signIn } = context.get(servicesContext)
  const id = readInvitationLink(signer, token)
  const found = await loadOr503(context, async () => {
    const invitation = id && (await findInvitation(database, id, Date.now()))
    if (!invitation) return undefined
    const who = await getSignedIn(request, context)
    const account = await signIn.findAccount(invitation.email)
    return { ...invitation, who, hasAccount: account?.isVerified === true }
  })
  if (!found) return data({ step: 'gone' as const }, { status: 404 })
  const { role, email, who, hasAccount } = found
  if (!hasAccount) return data({ step: 'new' as const, role, email })
  if (!who) return data({ step: 'login' as const, role, href: signInPath(new URL(request.url).pathname) })
  return who.email === email
    ? data({ step: 'join' as const, role })
    : data({ step: 'other' as const, role, signedInAs: who.email })
}

export async function action({ params: { token }, request, context }: Route.ActionArgs) {
  const typed = await typedFields(request)
  const services = context.get(servicesContext)
  const from = context.get(pageContext).clientAddress
  const ids = { invitationId: readInvitationLink(services.signer, token) ?? '', from, now: Date.now() }
  if (typed.intent === 'join') return join(request, context, ids)
  const form = { schema: invitationForm, failure: words.failure }
  return submitForm(context, typed, form, async ({ name, password }) => {
    const accepted = await acceptInvitation(services, { ...ids, name, password, rules: getPasswordRules(context) })
    if (accepted.ok) {
      const session = await startSession(request, context, { email: accepted.email, password })
      return redirectDocument(session.ok ? '/admin' : signInPath('/admin'), 303)
    }
    // The loader runs next and shows what is to be done instead.
    if (accepted.reason === 'gone') return showForm({}, 404, {})
    if (accepted.reason === 'known') return showForm({}, 409, { error: words.known })
    return showRejected(context, typed, accepted)
  })
}

type Ids = { invitationId: string; from: string; now: number }

/** For somebody who is signed in. */
const join = (request: Request, context: RequestContext, ids: Ids) =>
  submit(
    context,
    async () => {
      const who = await getSignedIn(request, context)
      const joined = who && (await joinStaff(context.get(servicesContext), who, ids))
      return joined ? redirectDocument('/admin', 303) : showForm({}, 404, {})
    },
    () => showForm({}, 503, { error: words.failure }),
  )

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const site = useSite()
  const { form = {} }: { form?: FormState } = actionData ?? {}
  const { title, text } = loaderData.step === 'gone' ? words.gone : describe(loaderData.role)
  return (
    <SplitPage site={site} path="/login/invitation" id="invitation" seo={words.seo} title={title} text={text}>
      <FormOutcome form={form} />
      {loaderData.step === 'new' && <NewAccount email={loaderData.email} form={form} />}
      {loaderData.step === 'login' && (
        <>
          <p>{words.known}</p>
          <ButtonLink href={loaderData.href}>{words.login}</ButtonLink>
        </>
      )}
      {loaderData.step === 'join' && (
        <ActionForm>
          <IntentButton intent="join" text={words.join} wide />
        </ActionForm>
      )}
      {loaderData.step === 'other' && (
        <>
          <Note kind="warn">{words.other(loaderData.signedInAs)}</Note>
          <form method="post" action="/logout">
            <Button kind="line">{words.logOut}</Button>
          </form>
        </>
      )}
    </SplitPage>
  )
}

const describe = (role: InvitedRole) => ({
  title: words.title,
  text: words.text(roleWords[role].name.toLowerCase(), roleWords[role].may),
})

const NewAccount = ({ email, form }: { email: string; form: FormState }) => (
  <ActionForm noValidate>
    <input type="hidden" name="username" autoComplete="username" value={email} />
    <Field label={words.fields.name} autoComplete="name" {...namedField(form, 'name')} />
    <PasswordField label={words.fields.password} kind="new-password" hint={words.hint} form={form} />
    <Button wide>{words.accept}</Button>
  </ActionForm>
)
