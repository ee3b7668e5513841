import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { runChecks } from '#app/domain/checks/checks.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { useSite } from '#app/http/site.ts'
import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { SystemChecks } from '#app/ui/admin/system-checks.tsx'
import { systemPage } from '#content/pages/admin-system.ts'

export const loader = async ({ context }: LoaderFunctionArgs) => ({
  checks: await runChecks(context.get(servicesContext), Date.now()),
})

export default function System() {
  const { checks } = useLoaderData<typeof loader>()
  return (
    <AdminPage title={systemPage.title} clinic={useSite().clinic}>
      <SystemChecks checks={checks} />
    </AdminPage>
  )
}
