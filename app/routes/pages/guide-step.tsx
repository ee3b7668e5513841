import type { ComponentProps, ReactNode } from 'react'
import type { Content } from '#app/domain/content/content-record.ts'
import { fillInAlso } from '#app/domain/content/fill-in-also.ts'
import { Plate } from '#app/ui/site/pictures.tsx'

type GuideStepProps = {
  page: Content<'guide'>
  anchor: string
  /** Which of the questions it is. */
  step?: number
  back?: { text: string; anchor: string }
  children: ReactNode
}

/** Shown alone once its anchor is in the address; the first one without any. */
export const GuideStep = ({ page, anchor, step, back, children }: GuideStepProps) => (
  <section className="gd-step" id={anchor} tabIndex={-1}>
    <p className="hint gd-top">
      {back && <a href={`#${back.anchor}`}>{back.text}</a>}
      {step && <span>{fillInAlso(page.steps.step, { step: String(step) })}</span>}
    </p>
    {children}
  </section>
)

type Tile = { title: string; text: string; picture: ComponentProps<typeof Plate>['name']; anchor: string }

/** The answers to a question. */
export const GuideTiles = ({ tiles }: { tiles: readonly Tile[] }) => (
  <ul className={`tiles tiles-${tiles.length}`}>
    {tiles.map(({ title, text, picture, anchor }) => (
      <li key={title}>
        <a className="tile" href={`#${anchor}`}>
          <Plate name={picture} />
          <b>{title}</b>
          <span>{text}</span>
        </a>
      </li>
    ))}
  </ul>
)
