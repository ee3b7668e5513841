import './app.css'
import { type ReactNode, useEffect } from 'react'
import { Links, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router'
import type { Viewer } from '#app/domain/accounts/viewer.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { toMenu } from '#app/http/menu.server.ts'
import { useNonce } from '#app/http/nonce.ts'
import { handleFailedRequests, pollParameter } from '#app/http/failed-requests.ts'
import { FocusAfterNavigation } from '#app/http/focus-after-navigation.tsx'
import { findHandle } from '#app/http/page-kind.ts'
import { getPromises, type LoadedSite, useLook } from '#app/http/site.ts'
import { StalledRequests } from '#app/http/stalled-requests.tsx'
import { keepOnTablet } from '#app/http/tablet.server.ts'
import { VisitorChanges } from '#app/http/visitor-changes.tsx'
import { hasSession, getViewer } from '#app/http/viewer.server.ts'
import { getPricedCart } from '#app/http/cart.server.ts'
import { BrokenPageText } from '#app/ui/site/broken-page-text.tsx'
import { menus, menusWithGiftCards } from './public-pages.ts'
import { forms } from '#content/forms.ts'
import { lastResort } from '#content/pages/error.ts'
import { guardSubmissions } from './enhance/pending.ts'
import { noticeTablet } from './enhance/tablet-elsewhere.ts'
import { inlineScript } from './inline-script.ts'
import { toLook } from './theme-sheet.server.ts'
import type { Route } from './+types/root.ts'

export const middleware: Route.MiddlewareFunction[] = [
  ({ context, pattern }) => context.get(pageContext).matched(`/${pattern.replace(/^\//, '')}`),
  keepOnTablet,
]

export const clientMiddleware = [handleFailedRequests]

/** Must never fail, because the error page needs its data. */
export function loader({ request, context }: Route.LoaderArgs): LoadedSite | Promise<LoadedSite> {
  const services = context.get(servicesContext)
  const { config, clinic, content } = services
  const now = Date.now()
  const facts = clinic.facts(now)
  const { emergency, noticeLabel, footer } = content.read('site', facts)
  const { errors, plate: _, ...notFound } = content.read('not-found', facts)
  const page = context.get(pageContext)
  const { logo } = content.read('theme', facts)
  const site: LoadedSite = {
    ...getPromises(services),
    facts: clinic.factsJson(now),
    origin: config.publicOrigin,
    requestId: page.requestId,
    menus: services.payments ? menusWithGiftCards : menus,
    texts: { emergency, noticeLabel, footer, errors: { ...errors, notFound } },
    look: toLook(content, request),
    ...(typeof logo === 'object' && { logo }),
    cartLines: getPricedCart(request, context).lines.length,
  }
  // Most visitors are not signed in, and even a resolved promise costs time.
  return hasSession(request)
    ? getViewer(request, context).then((viewer) => ({
        ...site,
        viewer,
        menu: getMenu(viewer, request, services),
      }))
    : site
}

const getMenu = (viewer: Viewer | undefined, { url }: Request, services: Parameters<typeof toMenu>[1]) =>
  viewer?.role && new URL(url).pathname.startsWith('/admin') ? toMenu(viewer.role, services) : undefined

export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches()
  const isHydrated = findHandle(matches.map(({ handle }) => handle)).page === 'work'
  const refreshSeconds = getRefreshSeconds(matches.at(-1)?.loaderData)
  const nonce = useNonce()
  const look = useLook()
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* The two typefaces of every first screen; others load on use. */}
        {look?.fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="" href={href} />
        ))}
        {/* entry.server fills it; in development Vite replaces the linked styles while you edit. */}
        {import.meta.env.PROD && !isHydrated ? <style /> : <Links />}
        {look?.styles && <link rel="stylesheet" href={look.styles} />}
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {refreshSeconds !== undefined && (
          <noscript>
            <meta httpEquiv="refresh" content={`${refreshSeconds}; url=?${pollParameter}`} />
          </noscript>
        )}
        {!isHydrated && inlineScript && <script type="module" dangerouslySetInnerHTML={{ __html: inlineScript }} />}
      </head>
      {/* For the scripts: what a pressed button says, and what stands below it without a connection. */}
      <body data-pending={forms.pending} data-offline={forms.offline}>
        {children}
        {isHydrated && <ScrollRestoration nonce={nonce} />}
        {isHydrated && <Scripts nonce={nonce} />}
      </body>
    </html>
  )
}

/** Refreshes a page without scripts as often as its loader says. */
const getRefreshSeconds = (loaded: unknown) =>
  typeof loaded === 'object' && loaded !== null && 'refreshSeconds' in loaded ? loaded.refreshSeconds : undefined

export default function Site() {
  // On hydrated pages; on others the page script does it.
  useEffect(guardSubmissions, [])
  useEffect(noticeTablet, [])
  return (
    <>
      <StalledRequests />
      <VisitorChanges />
      <FocusAfterNavigation />
      <Outlet />
    </>
  )
}

/** Only if the loader above fails; other errors show inside the shell. */
export function ErrorBoundary() {
  return (
    <main>
      <title>{lastResort.title}</title>
      <h1>{lastResort.title}</h1>
      <p>{lastResort.lead}</p>
      <BrokenPageText />
    </main>
  )
}
