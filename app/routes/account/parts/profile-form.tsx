import type { ReactNode } from 'react'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import type { PageSite } from '#app/ui/site/page-head.tsx'
import { loginPage } from '#content/pages/login.ts'

export function ProfileFormFrame({ clinic, children }: { clinic: PageSite['clinic']; children: ReactNode }) {
  return (
    <form
      method="post"
      action={`/profile#${outcomeId}`}
      noValidate
      data-enhance
      data-offline={loginPage.offline(clinic)}
    >
      {children}
    </form>
  )
}
