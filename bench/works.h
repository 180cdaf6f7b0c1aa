// The works that are measured. Each function adds the lines of its works to `lines`.
#pragma once

#include <vector>

#include "bench/data.h"
#include "bench/report.h"

namespace cellar::bench {

void measure_script_load(Data& data, std::vector<Line>& lines);          // P1
void measure_newest_rows(Data& data, std::vector<Line>& lines);          // P2
void measure_point_reads(Data& data, std::vector<Line>& lines);          // P3
void measure_scan(Data& data, std::vector<Line>& lines);                 // P4
void measure_printing(Data& data, std::vector<Line>& lines);             // P4
void measure_start(Data& data, std::vector<Line>& lines);                // P5
void measure_large_load(Data& data, std::vector<Line>& lines);           // P6, P7
void measure_file_sizes(Data& data, std::vector<Line>& lines);           // P8
void measure_changes(Data& data, std::vector<Line>& lines);              // P9
void measure_large_partition(Data& data, std::vector<Line>& lines);      // P10
void measure_large_statements(Data& data, std::vector<Line>& lines);     // P11
void measure_narrow_sizes(Data& data, std::vector<Line>& lines);         // P12
void measure_aggregates(Data& data, std::vector<Line>& lines);           // P13
void measure_narrow_scan(Data& data, std::vector<Line>& lines);          // P14
void measure_many_tables(Data& data, std::vector<Line>& lines);          // P15
void measure_many_writers(Data& data, std::vector<Line>& lines);         // P16
void measure_many_readers(Data& data, std::vector<Line>& lines);         // P17
void measure_writer_beside_load(Data& data, std::vector<Line>& lines);   // P18
void measure_known_shapes(Data& data, std::vector<Line>& lines);         // P19, P20
void measure_derived_loads(Data& data, std::vector<Line>& lines);        // P21, P22
void measure_index_reads(Data& data, std::vector<Line>& lines);          // P23
void measure_conditional_inserts(Data& data, std::vector<Line>& lines);  // P24
void measure_counters(Data& data, std::vector<Line>& lines);             // P25
void measure_groups(Data& data, std::vector<Line>& lines);               // P26
void measure_nearest(Data& data, std::vector<Line>& lines);              // P27
void measure_copy_from(Data& data, std::vector<Line>& lines);            // P28
void measure_copy_to(Data& data, std::vector<Line>& lines);              // P29
void measure_completion(Data& data, std::vector<Line>& lines);           // P30
void measure_requests(Data& data, std::vector<Line>& lines);             // P31

}  // namespace cellar::bench
