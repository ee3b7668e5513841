import type { OneClickState } from '#app/domain/shared/one-click-state.ts'
import type { PageSite } from './page-head.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { PageTop } from './page-top.tsx'
import { resolveWords, type Page, type Words } from '#content/pages/page.ts'

type OneClickWords = Page & {
  ask: (email: string) => string
  button: string
  done: { title: string; text: (email: string) => string; again?: string }
  invalid: { title: string; text: Words }
}

/** Target of an email's link: asks with one button, then shows the result. */
export function OneClickPage({
  site,
  path,
  words,
  state,
}: {
  site: PageSite
  path: string
  words: OneClickWords
  state: OneClickState
}) {
  const { title, text } = getTexts(state, words, site)
  return (
    <>
      <PageTop
        page={{ ...words, title, lead: state.kind === 'ask' ? words.lead : undefined }}
        site={site}
        path={path}
        noindex
      />
      <div className="wrap sec prose">
        <p>{text}</p>
        {state.kind === 'ask' && (
          <form method="post">
            <Button>{words.button}</Button>
          </form>
        )}
        {state.kind === 'done' && words.done.again && <p>{words.done.again}</p>}
      </div>
    </>
  )
}

function getTexts(state: OneClickState, { title, ask, done, invalid }: OneClickWords, { clinic }: PageSite) {
  if (state.kind === 'invalid') return { title: invalid.title, text: resolveWords(invalid.text, clinic) }
  if (state.kind === 'ask') return { title, text: ask(state.email) }
  return { title: done.title, text: done.text(state.email) }
}
