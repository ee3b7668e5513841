import '#app/ui/styles/shop-and-booking.css'
import '#app/ui/styles/fill-in.css'
import { isRouteErrorResponse, Outlet, useRouteError } from 'react-router'
import { useSite } from '#app/http/site.ts'
import { ErrorView } from '#app/ui/site/error-view.tsx'

/** Neither header nor footer: nothing leads away from a device in a patient's hands. */
export default function TabletFrame() {
  const { clinic } = useSite()
  return (
    <main id="main" tabIndex={-1}>
      <p className="wrap sign-here">
        <b>{clinic.name}</b>
      </p>
      <Outlet />
    </main>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const { clinic, requestId, texts } = useSite()
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <main id="main">
      <ErrorView clinic={clinic} id={requestId} status={status} pages={texts.errors} />
    </main>
  )
}
