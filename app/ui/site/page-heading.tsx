import { NoBreak } from './no-break.tsx'

export function PageHeading({ id, title, lead }: { id?: string | undefined; title: string; lead?: string }) {
  return (
    <div className="phead">
      <div className="cols phead-in wrap">
        <h1 id={id} tabIndex={id ? -1 : undefined}>
          {title}
        </h1>
        {lead && (
          <p className="lead">
            <NoBreak text={lead} />
          </p>
        )}
      </div>
    </div>
  )
}
