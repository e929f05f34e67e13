import type { QueryClient } from '@tanstack/react-query';

/** The context that every route's loader receives. */
export type RouterContext = { queryClient: QueryClient };
