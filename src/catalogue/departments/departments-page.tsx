import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../contract/pages.ts';
import { useBrand } from '../../content/use-brand.ts';
import { LoadFailed } from '../../offline/load-failed.tsx';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { Page } from '../../ui/page/page.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { Breadcrumb } from '../breadcrumb.tsx';
import { CardGrid, CardGridSkeleton } from '../card-grid.tsx';
import { departmentQueries } from './department.queries.ts';
import { DepartmentCard } from './department-card.tsx';

const trail = [{ label: 'Home', url: paths.home }];

/**
 * The page that lists the departments of the academy (docs/product.md#departments). The lead text names three
 * departments however many there are, because the specification fixes it.
 */
export function DepartmentsPage() {
  const query = useQuery(departmentQueries.list());
  const departments = query.data;
  const hasFailed = query.isError && !import.meta.env.SSR;
  const brand = useBrand();
  return (
    <Page>
      <PageTitle
        above={<Breadcrumb trail={trail} here="Departments" />}
        lead="Three departments teach everything at the academy: who their people are, what they work with, and what you can learn there."
      >
        Departments
      </PageTitle>
      {hasFailed && !departments ? (
        <LoadFailed
          message="Departments could not be loaded."
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
          phone={brand?.support_phones[0] ?? null}
        />
      ) : null}
      {departments ? null : <CardGridSkeleton cards={3} label={hasFailed ? null : 'Loading departments'} />}
      {departments?.length === 0 ? <EmptyState title="There are no departments at the moment." /> : null}
      {departments && departments.length > 0 ? (
        <>
          <h2 className="visually-hidden">All departments</h2>
          <CardGrid>
            {departments.map((department, index) => (
              <DepartmentCard key={department.id} department={department} isEager={index === 0} />
            ))}
          </CardGrid>
        </>
      ) : null}
    </Page>
  );
}
