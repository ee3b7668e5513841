import type { ComponentProps } from 'react'

/** A form that the page script posts in place (enhance/README.md). `offline`: what it says without a connection. */
export const EnhancedForm = ({ id, className, offline, ...form }: ComponentProps<'form'> & { offline: string }) => (
  <form id={id} className={className} method="post" {...form} data-enhance data-offline={offline} />
)
