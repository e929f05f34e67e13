import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../contract/pages.ts';
import { useBrand } from '../../content/use-brand.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Breadcrumb } from '../breadcrumb.tsx';
import { CardGrid, CardGridWaiting } from '../card-grid.tsx';
import { departmentQueries } from './department.queries.ts';
import { DepartmentCard } from './department-card.tsx';

const trail = [{ label: 'Home', url: paths.home }];

/** All departments that are shown (document 2, section 2, whose copy states three). */
export function DepartmentsPage() {
  const asked = useQuery(departmentQueries.list());
  const departments = asked.data;
  const hasFailed = asked.isError && !import.meta.env.SSR;
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
        <ErrorState
          message="Departments could not be loaded."
          onRetry={() => void asked.refetch()}
          isRetrying={asked.isFetching}
          phone={brand?.support_phones[0] ?? null}
        />
      ) : null}
      {departments ? null : <CardGridWaiting cards={3} label={hasFailed ? null : 'Loading departments'} />}
      {departments?.length === 0 ? <EmptyState title="No departments are shown at present." /> : null}
      {departments && departments.length > 0 ? (
        <>
          <h2 className="visually-hidden">All departments</h2>
          <CardGrid>
            {departments.map((department, place) => (
              <DepartmentCard key={department.id} department={department} isEager={place === 0} />
            ))}
          </CardGrid>
        </>
      ) : null}
    </Page>
  );
}
