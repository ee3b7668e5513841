import '#app/ui/styles/errands.css'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { takeFlash } from '#app/http/flash.ts'
import { safeRedirectPath } from '#app/http/safe-redirect-path.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { tryLoad } from '#app/http/load.ts'
import { getSignedIn } from '#app/http/viewer.server.ts'
import { useSite } from '#app/http/site.ts'
import { LoginPage, type LoginMode } from './parts/login-page.tsx'
import { loginPage } from '#content/pages/login.ts'
import { receiveLogin } from './receive-login.server.ts'
import { receiveSignUp, sendAgain } from './receive-sign-up.server.ts'

export const handle = contentPage()

/** Signed-in people are redirected (specification, section 2). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { mode, next } = readQuery(request)
  if (await tryLoad(context, () => getSignedIn(request, context))) throw redirect(next ?? '/')
  const form: FormState = takeFlash(request, context, ['password-changed']) ? { notice: loginPage.changed } : {}
  return { mode, next, form }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await typedFields(request)
  const { mode, next = '/' } = readQuery(request)
  if (typed.intent === 'again') return sendAgain(context, typed)
  return mode === 'signUp' ? receiveSignUp(request, context, typed, next) : receiveLogin(request, context, typed, next)
}

function readQuery({ url }: Request): { mode: LoginMode; next: string | undefined } {
  const { searchParams } = new URL(url)
  return {
    mode: searchParams.get('mode') === 'sign-up' ? 'signUp' : 'login',
    next: safeRedirectPath(searchParams.get('next')),
  }
}

export default function Login() {
  const { mode, next, form } = useLoaderData<typeof loader>()
  const posted = useActionData<{ form: FormState; unverified?: string }>()
  return (
    <LoginPage
      site={useSite()}
      mode={mode}
      next={next}
      action={loginPath(mode, next)}
      form={posted?.form ?? form}
      unverified={posted?.unverified}
    />
  )
}

function loginPath(mode: LoginMode, next: string | undefined) {
  const query = new URLSearchParams({ ...(mode === 'signUp' && { mode: 'sign-up' }), ...(next && { next }) }).toString()
  return query ? `/login?${query}` : '/login'
}
