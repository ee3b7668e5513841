/** Forms with files are not what people type, and reading one for nothing would take its whole size in memory. */
export const isUpload = (request: Request) => /^multipart\//i.test(request.headers.get('Content-Type') ?? '')
