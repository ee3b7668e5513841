import type { SiteData } from '#app/http/site.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { unsubscribePage } from '#content/pages/newsletter.ts'
import { inWords } from '#content/pages/page.ts'

export type UnsubscribeState = { kind: 'ask' | 'done'; email: string } | { kind: 'invalid' }

export function UnsubscribePage({ site, state }: { site: SiteData; state: UnsubscribeState }) {
  const { title, text } = wordsFor(state, site)
  return (
    <>
      <PageTop
        page={{ ...unsubscribePage, title, lead: undefined }}
        site={site}
        path="/newsletter/unsubscribe"
        noindex
      />
      <div className="wrap sec prose">
        <p>{text}</p>
        {state.kind === 'ask' && (
          <form method="post">
            <Button>{unsubscribePage.button}</Button>
          </form>
        )}
        {state.kind === 'done' && <p>{unsubscribePage.done.again}</p>}
      </div>
    </>
  )
}

function wordsFor(state: UnsubscribeState, { clinic }: SiteData) {
  if (state.kind === 'invalid')
    return { title: unsubscribePage.invalid.title, text: inWords(unsubscribePage.invalid.text, clinic) }
  if (state.kind === 'ask') return { title: unsubscribePage.title, text: unsubscribePage.ask(state.email) }
  return { title: unsubscribePage.done.title, text: unsubscribePage.done.text(state.email) }
}
