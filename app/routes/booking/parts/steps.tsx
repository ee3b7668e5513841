import { Icon } from '#app/ui/primitives/icon.tsx'
import type { Content } from '#app/domain/content/content-record.ts'

/** How far a booking is: done steps have a check, the current one is filled. */
export function Steps({ at, words: { details, time } }: { at: number; words: Content<'booking'>['steps'] }) {
  return (
    <ol className="row steps">
      {[details, time].map((step, index) => (
        <li key={index} className={index < at ? 'done' : undefined} aria-current={index === at ? 'step' : undefined}>
          <i className="circle" aria-hidden="true">
            {index < at ? <Icon name="check" small /> : index + 1}
          </i>
          {step}
        </li>
      ))}
    </ol>
  )
}
