import { asApiError, errorFromBody } from './api-error.ts';

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  contentType?: string;
  accept?: string;
  signal?: AbortSignal;
}

/** A request to the console. Rejects with ApiError, or with the AbortError of its signal. */
export async function apiFetch(path: string, request: ApiRequest = {}): Promise<Response> {
  const {
    method = 'GET',
    body,
    contentType = 'application/json',
    accept = 'application/json',
    signal,
  } = request;
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: {
        accept,
        // No other site can set this header, so the server takes no write and no stream without it.
        'x-capstan-request': '1',
        ...(body === undefined ? {} : { 'content-type': contentType }),
      },
      redirect: 'error',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw asApiError(error);
  }
  if (response.ok) return response;
  throw errorFromBody(response.status, await bodyOf(response));
}

/** The answer's JSON. The console's own endpoints are typed by the caller, objects by their resource. */
export async function apiJson(path: string, request: ApiRequest = {}): Promise<unknown> {
  const response = await apiFetch(path, request);
  const body: unknown = await response.json();
  return body;
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    const body: unknown = await response.json();
    return body;
  } catch {
    return undefined;
  }
}
