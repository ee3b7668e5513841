import '#app/ui/styles/errands.css'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { resetForm } from '#app/domain/accounts/account-forms.ts'
import { isAdminLinkValid, consumeAdminLink } from '#app/domain/accounts/admin-link.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { tryLoad } from '#app/http/load.ts'
import { showForm, submitForm } from '#app/http/submit.server.ts'
import { useSite } from '#app/http/site.ts'
import { PasswordField } from './parts/password-field.tsx'
import { SplitPage } from './parts/split-page.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { PageHead } from '#app/ui/site/page-head.tsx'
import { adminLinkPage as words } from '#content/pages/admin-security.ts'
import { getPasswordRules } from './password-rules.server.ts'
import { busy, enter } from './receive-login.server.ts'

export const handle = contentPage()

/** Where the operator's link leads. It changes nothing by itself. */
export async function loader({ params: { token = '' }, context }: LoaderFunctionArgs) {
  context.get(pageContext).doNotStore()
  const { database, config } = context.get(servicesContext)
  const { email } = config.admin
  const read = await tryLoad(context, async () => ({
    works: await isAdminLinkValid(database, token, email, Date.now()),
  }))
  if (!read) throw data(null, { status: 503 })
  return data({ works: read.works, email: read.works ? email : '' }, { status: read.works ? 200 : 404 })
}

/** Proves the address, replaces the password, and signs in. */
export async function action({ params: { token = '' }, request, context }: ActionFunctionArgs) {
  const typed = await typedFields(request)
  const services = context.get(servicesContext)
  const rules = getPasswordRules(context)
  const form = { schema: resetForm, failure: words.failure }
  return submitForm(context, typed, form, async ({ password }) => {
    const from = context.get(pageContext).clientAddress
    const used = await consumeAdminLink(services, { token, password, rules, from, now: Date.now() })
    if (used.ok) {
      const entered = await enter(request, context, { email: rules.adminEmail, password })
      return redirect(entered.ok ? '/admin' : '/login', 303)
    }
    if (used.reason === 'busy') return busy(context, typed)
    if (used.reason === 'unfit') return showForm(typed, 400, { fieldErrors: { password: used.problem } })
    // The loader, which runs after this, finds that the link works no longer and says so.
    return showForm({}, 404, {})
  })
}

export default function AdminLink() {
  const site = useSite()
  const { works, email } = useLoaderData<typeof loader>()
  const { form = {} } = useActionData<{ form: FormState }>() ?? {}
  const { title, seo, text, field, hint, button, gone } = words
  return (
    <>
      <PageHead site={site} path="/login/admin" title={seo.title} description={seo.description} noindex />
      <SplitPage id="admin-link">
        <h1>{works ? title : gone.title}</h1>
        <p className="muted">{works ? text(email) : gone.text}</p>
        {works && (
          <>
            <FormOutcome form={form} />
            <form method="post" action={`#${outcomeId}`} noValidate>
              <input type="hidden" name="username" autoComplete="username" value={email} />
              <PasswordField label={field} kind="new-password" hint={hint} form={form} />
              <Button wide>{button}</Button>
            </form>
          </>
        )}
      </SplitPage>
    </>
  )
}
