import { fillInAlso } from '#app/domain/content/fill-in-also.ts'
import type { OneClickState } from '#app/domain/shared/one-click-state.ts'
import type { PageSite } from './page-head.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { PageTop } from './page-top.tsx'
import type { Page } from '#content/pages/page.ts'

/** In its texts, {address} stands for the person's email address. */
export type OneClickTexts = Page & {
  ask: string
  done: { title: string; text: string; again?: string }
  invalid: { title: string; text: string }
}

type OneClickPageProps = {
  site: PageSite
  path: string
  texts: OneClickTexts
  button: string
  state: OneClickState
}

/** Target of an email's link: asks with one button, then shows the result. */
export function OneClickPage({ site, path, texts, button, state }: OneClickPageProps) {
  const { title, text } = toShown(state, texts)
  return (
    <>
      <PageTop
        page={{ ...texts, title, lead: state.kind === 'ask' ? texts.lead : undefined }}
        site={site}
        path={path}
        noindex
      />
      <div className="wrap sec prose">
        <p>{text}</p>
        {state.kind === 'ask' && (
          <form method="post">
            <Button>{button}</Button>
          </form>
        )}
        {state.kind === 'done' && texts.done.again && <p>{texts.done.again}</p>}
      </div>
    </>
  )
}

function toShown(state: OneClickState, { title, ask, done, invalid }: OneClickTexts) {
  if (state.kind === 'invalid') return invalid
  const address = { address: state.email }
  return state.kind === 'ask'
    ? { title, text: fillInAlso(ask, address) }
    : { title: done.title, text: fillInAlso(done.text, address) }
}
